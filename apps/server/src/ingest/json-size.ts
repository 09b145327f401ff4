/** More objects and arrays than the largest batch has. */
const MAX_CONTAINERS = 1_000_000;

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;

/**
 * Whether the parser may have it. Parsed, `[[],[],…` takes twenty times its own size; counted as bytes, it costs nothing.
 * What stands in texts is counted too, which is harmless: no batch comes near.
 */
export function isParseable(json: Buffer): boolean {
  if (json.length <= MAX_CONTAINERS) return true;
  let left = MAX_CONTAINERS;
  for (const opener of [OPEN_ARRAY, OPEN_OBJECT]) {
    for (let at = json.indexOf(opener); at !== -1; at = json.indexOf(opener, at + 1)) {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}
