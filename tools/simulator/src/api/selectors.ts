import type { Kind, View } from '../kinds/object/kind.ts';
import type { Labels, StoredObject } from '../kinds/object/records.ts';
import { badRequest } from './status.ts';

type LabelTest = (labels: Labels) => boolean;

const SET_BASED = /^\s*([^\s,!=()]+)\s+(in|notin)\s*\(([^)]*)\)\s*$/;
const EQUALITY = /^\s*([^\s,!=()]+)\s*(==|=|!=)\s*([^\s,()]*)\s*$/;
const EXISTENCE = /^\s*(!?)\s*([^\s,!=()]+)\s*$/;

export function parseLabelSelector(text: string): LabelTest {
  const tests = splitOutsideParentheses(text).map(labelTest);
  return (labels) => tests.every((test) => test(labels));
}

function splitOutsideParentheses(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  parts.push(part);
  return parts.filter((piece) => piece.trim() !== '');
}

function labelTest(text: string): LabelTest {
  const set = SET_BASED.exec(text);
  if (set) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    return operator === 'in'
      ? (labels) => Object.hasOwn(labels, key) && values.includes(labels[key] ?? '')
      : (labels) => !Object.hasOwn(labels, key) || !values.includes(labels[key] ?? '');
  }
  const equality = EQUALITY.exec(text);
  if (equality) {
    const [, key = '', operator, value = ''] = equality;
    return operator === '!=' ? (labels) => labels[key] !== value : (labels) => labels[key] === value;
  }
  const existence = EXISTENCE.exec(text);
  if (!existence) throw badRequest(`unable to parse requirement: found '${text.trim()}'`);
  const [, not, key = ''] = existence;
  return (labels) => Object.hasOwn(labels, key) === (not === '');
}

interface FieldTerm {
  readonly path: string;
  readonly value: string;
  readonly isNegated: boolean;
}

function parseFieldSelector(text: string): FieldTerm[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const match = /^([^=!]+?)(==|=|!=)(.*)$/.exec(part.trim());
      if (!match) throw badRequest(`invalid field selector: ${part}`);
      return { path: match[1] ?? '', isNegated: match[2] === '!=', value: match[3] ?? '' };
    });
}

export interface Selection {
  readonly namespace: string;
  readonly name: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

/** Combines all selectors of a request into one function. Undefined without selectors. */
export function matcherOf<R extends StoredObject>(
  kind: Kind<R>,
  selection: Selection,
  view: View,
): ((record: R) => boolean) | undefined {
  const tests: ((record: R) => boolean)[] = [];
  if (selection.namespace !== '') tests.push((record) => record.namespace === selection.namespace);
  if (selection.name !== '') tests.push((record) => record.name === selection.name);
  if (selection.labelSelector !== '') {
    const test = parseLabelSelector(selection.labelSelector);
    tests.push((record) => test(kind.labels(record) ?? {}));
  }
  for (const term of parseFieldSelector(selection.fieldSelector)) tests.push(fieldTest(kind, term, view));
  if (tests.length === 0) return undefined;
  return (record) => tests.every((test) => test(record));
}

function fieldTest<R extends StoredObject>(
  kind: Kind<R>,
  term: FieldTerm,
  view: View,
): (record: R) => boolean {
  const { path, value, isNegated } = term;
  if (path === 'metadata.name') return (record) => (record.name === value) !== isNegated;
  if (path === 'metadata.namespace') return (record) => (record.namespace === value) !== isNegated;
  return (record) => {
    const found = kind.field(record, path, view);
    if (found === undefined) throw badRequest(`field label not supported: ${path}`);
    return (found === value) !== isNegated;
  };
}
