/** The generated suffix: hash, number, pool. */
const TAIL_LENGTH = 6;
const LONG = 16;

export interface NameParts {
  readonly head: string;
  /** The end that distinguishes the name from its siblings. */
  readonly tail: string;
}

/** Null: a short name, or a name that is cut at its end, because it has a domain or is not a name of Kubernetes. */
export function nameParts(name: string): NameParts | null {
  if (name.length <= LONG || !/^[\w:/-]+$/.test(name)) return null;
  return { head: name.slice(0, -TAIL_LENGTH), tail: name.slice(-TAIL_LENGTH) };
}
