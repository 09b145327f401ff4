import type { Language } from '@gwanje/domain/i18n/language';
import type { Channel } from './channels/channel.ts';
import { isMessageVariable, type MessageVariables } from './message-variables.ts';

const VARIABLE = /\{\{\s*([A-Za-z]+)\s*\}\}/g;

/** The first variable of a template that does not exist. */
export function unknownVariableIn(template: string): string | undefined {
  for (const [, name = ''] of template.matchAll(VARIABLE)) if (!isMessageVariable(name)) return name;
  return undefined;
}

/**
 * A JSON template is filled in value by value, so the result is always JSON. Other templates are text. A default body leaves
 * out what the message has nothing for.
 */
export function renderBody(
  { defaultBody, bodyFormat, escapeValue }: Channel,
  { bodyTemplate, language }: { readonly bodyTemplate: string | null; readonly language: Language },
  variables: MessageVariables,
): { readonly contentType: string; readonly text: string } {
  const template = bodyTemplate ?? defaultBody[language];
  const isShown = (part: string) => bodyTemplate !== null || !isEmptyPart(part, variables);
  const fill = (text: string) =>
    text
      .split('\n')
      // A blank line goes with the line before it.
      .filter((line, at, lines) => isShown(line === '' ? (lines[at - 1] ?? '') : line))
      .join('\n')
      .replace(VARIABLE, (placeholder, name: string) => {
        if (!isMessageVariable(name)) return placeholder;
        return name === 'link' ? variables.link : escapeValue(variables[name]);
      });
  const json = bodyFormat === 'json' ? parseJson(template) : undefined;
  if (json === undefined) return { contentType: 'text/plain; charset=utf-8', text: fill(template) };
  const body = mapStrings(json, fill, (entry) => isShown(JSON.stringify(entry)));
  return { contentType: 'application/json; charset=utf-8', text: JSON.stringify(body) };
}

/** True: it has only variables without a value, such as the cluster of a message about many alarms. */
function isEmptyPart(text: string, variables: MessageVariables): boolean {
  const values = [...text.matchAll(VARIABLE)].map(([, name = '']) =>
    isMessageVariable(name) ? variables[name] : name,
  );
  return values.length > 0 && values.every((value) => value === '');
}

function mapStrings(
  json: unknown,
  map: (text: string) => string,
  isKept: (entry: unknown) => boolean,
): unknown {
  const mapped = (value: unknown): unknown => mapStrings(value, map, isKept);
  if (typeof json === 'string') return map(json);
  if (Array.isArray(json)) return json.filter(isKept).map(mapped);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, mapped(value)]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
