/** What a person searches for in the loaded lines. */
export interface SearchText {
  readonly text: string;
  readonly isPattern: boolean;
  readonly isCaseSensitive: boolean;
}

export interface SearchSlice {
  readonly find: RegExp | null;
  readonly exclude: RegExp | null;
  readonly texts: readonly string[];
}

/** For each text: the beginnings and ends of its matches, null without a match, or `excluded`. */
export type SearchedTexts = readonly (readonly number[] | null | 'excluded')[];

const MAX_MATCHES_OF_A_LINE = 100;

/** Null if nothing is searched for; undefined if the pattern is not valid. */
export function searchPattern({ text, isPattern, isCaseSensitive }: SearchText): RegExp | null | undefined {
  if (text === '') return null;
  try {
    return new RegExp(isPattern ? text : escaped(text), isCaseSensitive ? 'g' : 'gi');
  } catch {
    return undefined;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

export function searchSlice({ find, exclude, texts }: SearchSlice): SearchedTexts {
  return texts.map((text) => {
    if (exclude && text.search(exclude) >= 0) return 'excluded';
    return find && matchesIn(text, find);
  });
}

function matchesIn(text: string, find: RegExp): readonly number[] | null {
  const ranges: number[] = [];
  for (const match of text.matchAll(find)) {
    if (match[0] === '') continue;
    ranges.push(match.index, match.index + match[0].length);
    if (ranges.length >= 2 * MAX_MATCHES_OF_A_LINE) break;
  }
  return ranges.length === 0 ? null : ranges;
}
