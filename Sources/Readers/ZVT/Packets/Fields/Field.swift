/// One BMP of a telegram with its content. Card data is already masked.
struct Field {
    let bmp: BMP
    /// The content without length bytes.
    let content: ArraySlice<UInt8>
    /// The objects, for the TLV container only.
    let objects: ArraySlice<TLV>
}
