#pragma once

/// The functions of Cairo, Pango, FreeType and GLib that Till calls, under their own names.
///
/// Their libraries are loaded when one of them is called for the first time, not when the program starts: some thirty libraries
/// come with them, and most commands draw nothing. While they are not installed, a function that would make something makes
/// nothing.

/// Loads the libraries, and tells why they cannot be used, in the words of the loader; NULL when they can.
///
/// May be called by any thread. The text is never freed.
const char *till_drawing_missing(void);
