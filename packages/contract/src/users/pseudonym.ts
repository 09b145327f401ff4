/** Text that takes the place of a name. */
const PSEUDONYM = /^#\d+$/;

export function pseudonymOf(userNo: number): string {
  return `#${userNo}`;
}

/** Whether a stored name is that of an erased person. */
export function isPseudonym(name: string): boolean {
  return PSEUDONYM.test(name);
}
