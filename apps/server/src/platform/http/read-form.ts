import multipart, { type FastifyMultipartBaseOptions, type Multipart } from '@fastify/multipart';
import { AppError } from '@gwanje/contract/definition/errors';
import { LOGO_MAX_BYTES } from '@gwanje/contract/settings/logos';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const MAX_FILE_BYTES = LOGO_MAX_BYTES;
const MAX_FIELD_BYTES = 1024;
/** Boundaries, part headers and text fields around the file. */
const MAX_OVERHEAD_BYTES = 16 * 1024;

const OPTIONS = {
  limits: {
    fileSize: MAX_FILE_BYTES,
    files: 1,
    fields: 5,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: 100,
    parts: 6,
    headerPairs: 20,
  },
  throwFileSizeLimit: true,
} as const satisfies FastifyMultipartBaseOptions;

export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, OPTIONS);
}

/**
 * Reads a multipart body, up to a limit, into one object: strings, and a `File` for each file part. The
 * server reads it before any transaction begins, so that a slow upload does not block the database.
 */
export async function readForm(request: FastifyRequest): Promise<Readonly<Record<string, string | File>>> {
  if (!request.isMultipart()) {
    throw new AppError('invalidParameter', { reason: 'unsupported content type' });
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES + MAX_OVERHEAD_BYTES) {
    throw new AppError('tooLarge', { maxBytes: MAX_FILE_BYTES });
  }
  const form = new Map<string, string | File>();
  try {
    for await (const part of request.parts()) {
      const name = part.fieldname ?? '';
      if (form.has(name)) throw new AppError('invalidParameter', { field: name, reason: 'sent twice' });
      form.set(name, await partValue(part));
    }
  } catch (error) {
    throw toAppError(error);
  }
  return Object.fromEntries(form);
}

async function partValue(part: Multipart): Promise<string | File> {
  if (part.type === 'file') return new File([await part.toBuffer()], part.filename ?? '');
  if (part.valueTruncated || part.fieldnameTruncated || typeof part.value !== 'string') {
    throw new AppError('invalidParameter', { field: part.fieldname });
  }
  return part.value;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  switch (codeOf(error)) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('tooLarge', { maxBytes: MAX_FILE_BYTES });
    case 'FST_FILES_LIMIT':
      return new AppError('invalidParameter', { field: 'file', reason: 'more than one file' });
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new AppError('invalidParameter', { reason: 'too many fields' });
    default:
      // Any other parser error means that the body is not multipart or is incomplete.
      return new AppError('invalidParameter', { reason: 'malformed multipart body' });
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
