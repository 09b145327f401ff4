import { findUnstorable } from '@gwanje/backend/http/parse';
import {
  checkFile,
  entriesIn,
  type FoundError,
  pathText,
} from '@gwanje/domain/settings-file/settings-entries';
import {
  type EntryKind,
  type FileError,
  type FileErrorReason,
  fileErrorReasons,
  SETTINGS_FILE_VERSION,
  SettingsFile,
} from '@gwanje/kinds/calls/settings-file';
import { Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { unknownVariableIn } from '../../alarms/notifications/message-body.ts';

export interface ReadFile {
  readonly file: SettingsFile | null;
  readonly errors: readonly FileError[];
  /** Lines of references to templates and groups, by path: the plan checks later whether these exist. */
  readonly lines: Readonly<Record<string, number>>;
}

const MAX_ERRORS = 100;
type Path = readonly PropertyKey[];

export function readSettingsText(content: string): ReadFile {
  const counter = new LineCounter();
  const lineAt = (offset: number | undefined) =>
    offset === undefined ? null : (counter.linePos(offset).line ?? null);
  const refused = (errors: readonly FileError[]): ReadFile => ({
    file: null,
    errors: errors.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, MAX_ERRORS),
    lines: {},
  });
  let document: Document;
  let given: unknown;
  try {
    document = parseDocument(content, {
      lineCounter: counter,
      prettyErrors: false,
      schema: 'core',
      stringKeys: true,
      merge: false,
    });
    const wrong = [...document.errors, ...document.warnings];
    if (wrong.length > 0)
      return refused(
        wrong.map(({ message, pos }) => ({
          path: '',
          line: lineAt(pos[0]),
          reason: 'notYaml',
          detail: message.slice(0, 200),
        })),
      );
    // No aliases: a few lines could expand to gigabytes.
    given = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : null;
    return refused([{ path: '', line: null, reason: 'notYaml', detail }]);
  }
  const lineOf = (path: Path) => lineAt(offsetOf(document, path));
  const asFileError = ({ path, reason, detail }: Found): FileError => ({
    path: pathText(path),
    line: lineOf(path),
    reason,
    detail,
  });
  const early = [...formatErrors(given)];
  if (early.length > 0) return refused(early.map(asFileError));
  const unstorable = findUnstorable(given);
  if (unstorable) return refused([asFileError({ path: unstorable, reason: 'unstorable', detail: null })]);
  const parsed = SettingsFile.safeParse(given);
  if (!parsed.success)
    return refused(parsed.error.issues.flatMap((issue) => errorsOf(issue, given)).map(asFileError));
  const file = parsed.data;
  const errors = [...checkFile(file), ...unknownVariables(file)].map(asFileError);
  if (errors.length > 0) return refused(errors);
  return { file, errors: [], lines: linesOf(file, lineOf) };
}

interface Found {
  readonly path: Path;
  readonly reason: FileErrorReason;
  readonly detail: string | null;
}

const Head = z.object({ format: z.literal('gwanje-settings'), version: z.int() });

/** Checked first: in another format or a newer version every line would be wrong. */
function* formatErrors(given: unknown): Generator<Found> {
  const head = Head.safeParse(given);
  if (!head.success) yield { path: [], reason: 'otherFormat', detail: null };
  else if (head.data.version > SETTINGS_FILE_VERSION)
    yield { path: ['version'], reason: 'newerVersion', detail: String(head.data.version) };
}

const REASONS: ReadonlySet<string> = new Set(fileErrorReasons);
function isReason(text: string): text is FileErrorReason {
  return REASONS.has(text);
}

function errorsOf(issue: z.core.$ZodIssue, given: unknown): Found[] {
  const { path } = issue;
  const found = (reason: FileErrorReason, detail: string | null = null) => [{ path, reason, detail }];
  const isGiven = valueAt(given, path) !== undefined;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], reason: 'unknownField', detail: null }));
    case 'invalid_type':
      return isGiven ? found('wrongType', issue.expected) : found('missing');
    case 'invalid_key':
      return found('unknownField');
    case 'invalid_value':
      return isGiven
        ? found('noSuchChoice', issue.values.map(String).join(', ').slice(0, 200))
        : found('missing');
    case 'invalid_union':
      return found('noSuchChoice');
    case 'too_big':
      return found('outOfRange', `≤ ${issue.maximum}`);
    case 'too_small':
      return found('outOfRange', `≥ ${issue.minimum}`);
    default:
      return isReason(issue.message) ? found(issue.message) : found('format', issue.message.slice(0, 200));
  }
}

function* unknownVariables(file: SettingsFile): Generator<FoundError> {
  for (const { path, fields } of entriesIn(file)) {
    const variable =
      typeof fields.bodyTemplate === 'string' ? unknownVariableIn(fields.bodyTemplate) : undefined;
    if (variable !== undefined)
      yield { path: [...path, 'bodyTemplate'], reason: 'unknownVariable', detail: variable };
  }
}

/** The fields whose errors the plan finds. */
const REFERENCES: Readonly<Partial<Record<EntryKind, string>>> = {
  template: 'webhooks',
  webhook: 'forSubGroups',
  cluster: 'template',
};

function linesOf(file: SettingsFile, lineOf: (path: Path) => number | null) {
  const lines: Record<string, number> = {};
  for (const { kind, path } of entriesIn(file)) {
    const reference = [...path, REFERENCES[kind] ?? ''];
    const line = REFERENCES[kind] === undefined ? null : lineOf(reference);
    if (line !== null) lines[pathText(reference)] = line;
  }
  return lines;
}

/** The innermost node that exists: a missing field is reported at the line of its parent. */
function offsetOf(document: Document, path: Path): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return undefined;
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined;
  }
  return at;
}

const HEAD = ` Groups, clusters, templates and settings of a Gwanje installation; docs/settings-file.md says what each field means.
 Left out on purpose: passwords, tokens, and the addresses (url) of webhooks, which are keys to where they lead.`;

/** Written on one line each, so that a change of one entry changes one line. */
const ROWS: ReadonlySet<unknown> = new Set(['forSubGroups', 'hours', 'quietHours']);

export function settingsText(file: SettingsFile): string {
  const document = new Document(file, { aliasDuplicateObjects: false });
  document.commentBefore = HEAD;
  visit(document, {
    Scalar(_key, scalar) {
      // A block of blank lines has no indentation indicator: it would be read back without its spaces.
      const { value } = scalar;
      if (typeof value === 'string' && value !== '' && value.trim() === '') scalar.type = 'QUOTE_DOUBLE';
    },
    Pair(_key, { key, value }) {
      const name = nameOf(key);
      // Alarm items are the only keys with a dot.
      const isItem = typeof name === 'string' && name.includes('.');
      if (isMap(value) && (isItem || ROWS.has(name))) value.flow = true;
    },
    Map(_key, map, path) {
      const list = path.at(-2);
      if (typeof list !== 'object' || !('key' in list)) return;
      if (nameOf(list.key) === 'forSubGroups') map.flow = true;
    },
  });
  // A quoted text on several lines would be read back without the spaces at the ends of its lines.
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
}

function nameOf(key: unknown): unknown {
  return isScalar(key) ? key.value : key;
}
