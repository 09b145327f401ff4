const PART = /^([0-9A-Za-z_-]{1,40})\.(\d{1,15})$/;
/** More than any hub issues. A longer id is refused before it is read. */
const MAX_LENGTH = 2048;

/** The id of an event names the number of the last event of each origin: `a1.5,b2.9`. */
export function formatEventId(positions: ReadonlyMap<string, number>): string {
  return [...positions].map(([origin, seq]) => `${origin}.${seq}`).join(',');
}

/** Undefined: no hub issued this id. */
export function parseEventId(id: string): Map<string, number> | undefined {
  if (id.length > MAX_LENGTH) return undefined;
  const positions = new Map<string, number>();
  for (const part of id.split(',')) {
    const [, origin, seq] = PART.exec(part) ?? [];
    if (origin === undefined || positions.has(origin)) return undefined;
    positions.set(origin, Number(seq));
  }
  return positions;
}
