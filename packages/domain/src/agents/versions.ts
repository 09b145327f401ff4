const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

/** Less than 0: `a` is older. A text that is not a version is older than any version. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [VERSION.exec(a), VERSION.exec(b)];
  if (!left || !right) return Number(left !== null) - Number(right !== null);
  for (const part of [1, 2, 3]) {
    const order = Number(left[part]) - Number(right[part]);
    if (order !== 0) return order;
  }
  // A release comes after its pre-releases.
  const [before, after] = [left[4], right[4]];
  if (before === after) return 0;
  if (before === undefined || after === undefined) return before === undefined ? 1 : -1;
  return before < after ? -1 : 1;
}

/** Agents must be updated with their server: the console cannot show data that an old agent does not send. */
export function isOutdated(version: string, serverVersion: string): boolean {
  return compareVersions(version, serverVersion) < 0;
}
