import type { SearchText } from './guards/address.ts';

/** The query stays text: `hostId=1e1` must not become 10 before it is checked. Of repeated names the first counts. */
export function parseSearchText(text: string): SearchText {
  const search: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) search[name] ??= value;
  return search;
}

export function stringifySearchText(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null) params.set(name, String(value));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
