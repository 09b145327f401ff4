import { addToCatalogue, type Messages } from '../messages.ts';

/** The placeholders of each message, to compare two languages. */
export function placeholdersOf(messages: Messages): Record<string, string[]> {
  const byKey = new Map<string, string>();
  addToCatalogue(byKey, messages);
  return Object.fromEntries(
    [...byKey].map(([key, text]) => [
      key,
      [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([found]) => found).sort(),
    ]),
  );
}
