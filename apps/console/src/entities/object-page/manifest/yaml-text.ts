import { stringify } from 'yaml';

/**
 * The YAML of a manifest, as kubectl writes it: words that older parsers take for other types are quoted. Text that is no JSON
 * stays as it is.
 */
export function yamlText(json: string): string {
  let manifest: unknown;
  try {
    manifest = JSON.parse(json);
  } catch {
    return json;
  }
  return stringify(manifest, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}

/** The lines without the end of the last one. */
export function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
