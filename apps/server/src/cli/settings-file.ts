import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OpenDatabase } from '@gwanje/backend/database/connection';
import { openStore } from '@gwanje/backend/database/open-store';
import { auditAs } from '@gwanje/backend/identity/audit';
import {
  type FileError,
  type ImportPlan,
  type PlannedEntry,
  SETTINGS_FILE_MAX_BYTES,
} from '@gwanje/kinds/calls/settings-file';
import type { ServerSettings } from '../config.ts';
import {
  exportText,
  importFile,
  type PlannedImport,
  planFile,
} from '../features/settings-file/import-settings.ts';
import { readYaml } from '../features/settings-file/settings-yaml-worker.ts';
import { startOwnDatabase } from './backup/own-database.ts';
import { BY_COMMAND, type CommandInput } from './command.ts';
import { CommandError } from './command-error.ts';
import { errorSentences, warningSentences } from './settings-file-messages.ts';

/**
 * Writes a temporary file, then replaces the existing file, which is expected to be under version control.
 */
export async function exportSettings(settings: ServerSettings, { say, args }: CommandInput): Promise<void> {
  const path = resolve(args[0] ?? '');
  await using stack = new AsyncDisposableStack();
  const { db } = await openIn(stack, settings);
  const text = await exportText(db);
  const unfinished = `${path}.${randomUUID()}.part`;
  stack.defer(() => rm(unfinished, { force: true }));
  await writeDurably(unfinished, text);
  await rename(unfinished, path);
  await auditAs(db, BY_COMMAND)('installation.export');
  say(
    `${path}: ${Buffer.byteLength(text)} bytes. Passwords, tokens and the addresses of webhooks are left out.`,
  );
}

/** Shows the plan, then applies it; with --dry-run only shows it. */
export async function importSettings(
  settings: ServerSettings,
  { say, args, options }: CommandInput,
): Promise<void> {
  const path = resolve(args[0] ?? '');
  const read = await readYaml(await contentOf(path));
  await using stack = new AsyncDisposableStack();
  const { db } = await openIn(stack, settings);
  const planned = required(await planFile(db, read));
  for (const line of planLines(planned.plan)) say(line);
  const { createList, changeList } = planned.plan;
  if (options?.has('--dry-run')) return say('This was a dry run; nothing was changed.');
  if (createList.length + changeList.length === 0) return say('Nothing is to be changed.');
  const by = { actor: null, detail: { command: 'admin command' } };
  const done = await importFile({ db, user: null, now: new Date(), by }, read, planned.planId);
  if (done === 'conflict')
    throw new CommandError(
      'Somebody has changed the installation meanwhile; nothing was changed. Try again.',
    );
  required(done);
  say(
    `Done: ${createList.length} created, ${changeList.length} changed. A running server follows within a minute.`,
  );
}

async function openIn(stack: AsyncDisposableStack, settings: ServerSettings): Promise<OpenDatabase> {
  stack.use(await startOwnDatabase(settings));
  const store = await openStore(settings);
  stack.defer(() => store.close());
  return store;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function contentOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new CommandError(`There is no file ${path}.`);
  if (found.size > SETTINGS_FILE_MAX_BYTES)
    throw new CommandError(`${path} is larger than ${SETTINGS_FILE_MAX_BYTES} bytes; nothing was changed.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch {
    throw new CommandError(`${path} is not a text in UTF-8; nothing was changed.`);
  }
}

function required(planned: PlannedImport): Extract<PlannedImport, { plan: ImportPlan }> {
  if (planned.plan !== null) return planned;
  throw new CommandError(
    ['The file cannot be imported; nothing was changed.', ...planned.errors.map(errorLine)].join('\n'),
  );
}

function errorLine({ path, line, reason, detail }: FileError): string {
  const where = [line === null ? '' : `line ${line}`, path].filter((text) => text !== '').join(', ');
  const sentence = `${errorSentences[reason]}${detail === null ? '' : ` (${detail})`}`;
  return `  ${where === '' ? '' : `${where}: `}${sentence}`;
}

function* planLines({ createList, changeList, sameCnt, onlyHereList, warningList }: ImportPlan) {
  for (const entry of createList) yield `+ ${thingText(entry)}`;
  for (const entry of changeList) yield `~ ${thingText(entry)}`;
  for (const entry of onlyHereList) yield `  only here, stays: ${thingText(entry)}`;
  for (const { reason, kind, nameList, detail } of warningList)
    yield `! ${kind} ${nameList.join(' / ')}: ${warningSentences[reason]}${detail === null ? '' : ` (${detail})`}`;
  yield `${createList.length} to create, ${changeList.length} to change, ${sameCnt} as they are, ${onlyHereList.length} only here`;
}

function thingText({ kind, nameList, fieldList }: PlannedEntry): string {
  return `${kind} ${nameList.join(' / ')}${fieldList.length > 0 ? `: ${fieldList.join(', ')}` : ''}`;
}
