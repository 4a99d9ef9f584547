import Hummingbird
import NIOCore

/// What the server knows about a request besides the request itself.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    var maxUploadSize: Int { ServiceLimits.longestBody }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
