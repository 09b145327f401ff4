import { type SearchedTexts, type SearchSlice, searchSlice } from './search-lines.ts';

/* A pattern may take forever on one line. In a worker it can be ended. */
const post = (searched: SearchedTexts) => self.postMessage(searched);

self.onmessage = ({ data }: MessageEvent<SearchSlice>) => post(searchSlice(data));
// The module has loaded.
post([]);
