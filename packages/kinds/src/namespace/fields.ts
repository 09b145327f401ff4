import { type StateOf, text, tracked } from '../fields.ts';

export const namespaceFields = { name: text(), phase: tracked(text()) } as const;

export type NamespaceState = StateOf<typeof namespaceFields>;
