export interface Order {
  readonly key: string;
  readonly order: 'asc' | 'desc';
}

/** '-cpuUsedCores' → descending by cpuUsedCores; undefined for an empty key. */
export function parseOrderKey(text: string): Order | undefined {
  const order = text.startsWith('-') ? 'desc' : 'asc';
  const key = order === 'desc' ? text.slice(1) : text;
  return key === '' ? undefined : { key, order };
}

export function formatOrderKey({ key, order }: Order): string {
  return order === 'desc' ? `-${key}` : key;
}
