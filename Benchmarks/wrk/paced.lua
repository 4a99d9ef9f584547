-- Each connection waits this many milliseconds before its next request: ten connections make some 1,000 requests a second.
function delay() return 10 end
