const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

/** Less than 0: `a` is the older one. What is no version is older than any. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [VERSION.exec(a), VERSION.exec(b)];
  if (!left || !right) return Number(left !== null) - Number(right !== null);
  for (const part of [1, 2, 3]) {
    const order = Number(left[part]) - Number(right[part]);
    if (order !== 0) return order;
  }
  // A release comes after what led to it.
  const [before, after] = [left[4], right[4]];
  if (before === after) return 0;
  if (before === undefined || after === undefined) return before === undefined ? 1 : -1;
  return before < after ? -1 : 1;
}

/** Agents are never older than their server for long: what they do not send, nobody shows. */
export function isOutdated(version: string, serverVersion: string): boolean {
  return compareVersions(version, serverVersion) < 0;
}
