-- Each connection waits 9 milliseconds on average before its next request, and now longer, now shorter, as clients that know nothing
-- of each other: ten connections make some 1,000 requests a second.
function delay() return math.random(0, 18) end
