export const API_PREFIX = '/api/v1';

/**
 * Fills the `:name` parts of an endpoint's path. URL parsers would remove a part that is '.' or '..', encoded
 * or not. A trailing space prevents that; the server trims names.
 */
export function buildPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new MissingPathPart(name);
    const text = Array.isArray(value)
      ? value.map(String).map(encodeURIComponent).join(',')
      : encodeURIComponent(String(value));
    return text === '.' || text === '..' ? `${text}%20` : text;
  });
}

export class MissingPathPart extends Error {
  override readonly name = 'MissingPathPart';
  readonly part: string;

  constructor(part: string) {
    super(`missing ${part}`);
    this.part = part;
  }
}
