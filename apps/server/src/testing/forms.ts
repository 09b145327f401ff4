import type { TestRequest } from './test-app.ts';

const BOUNDARY = '----gwanje-test-boundary';

interface FormOptions {
  readonly fileName?: string;
  readonly fileType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A multipart request: a buffer is sent as a file, a string as a field. */
export function form(
  fields: Readonly<Record<string, string | Buffer>>,
  { fileName, fileType, headers = {} }: FormOptions = {},
): TestRequest {
  const parts = Object.entries(fields).map(([name, value]) =>
    typeof value === 'string' ? textPart(name, value) : filePart(name, value, fileName, fileType),
  );
  return multipart(parts, headers);
}

export function multipart(
  parts: readonly Buffer[],
  headers: Readonly<Record<string, string>> = {},
): TestRequest {
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  };
}

export function textPart(name: string, value: string): Buffer {
  return part(`form-data; name="${name}"`, Buffer.from(value));
}

export function filePart(
  name: string,
  content: Buffer,
  fileName = 'logo.png',
  fileType = 'application/octet-stream',
): Buffer {
  const escaped = fileName.replaceAll('\\', '\\\\').replaceAll('"', '%22');
  return part(`form-data; name="${name}"; filename="${escaped}"`, content, fileType);
}

function part(disposition: string, content: Buffer, type?: string): Buffer {
  const head = [
    `--${BOUNDARY}`,
    `Content-Disposition: ${disposition}`,
    ...(type ? [`Content-Type: ${type}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content, Buffer.from('\r\n')]);
}
