/** Replaces a value that may be a secret. */
export const MASK = '****';

/** Names of flags, variables, headers and annotations that carry secrets. */
const SECRET_WORD =
  'passw(?:or)?d|passphrase|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?';
const SECRET_NAME = new RegExp(`(?:${SECRET_WORD}|authorization|cookie)`, 'i');
/** `secretName` and `tokenFile` refer to a secret, and `checksum/secret` is a digest. */
const REFERENCE_NAME =
  /(?:name|namespace|ref|path|file|dir|mount|type|mode|seconds|ttl|url|provider|class|store|version|policy)s?$|^checksum\//i;

const SECRET_FLAG = new RegExp(`^--?[\\w.-]*(?:${SECRET_WORD})[\\w.-]*$`, 'i');
/** `--password=x`, `PASSWORD='x y'`, `"password": "x"`, `password: x` */
const ASSIGNED = new RegExp(
  `((?:^|[^A-Za-z0-9])[\\w.-]{0,100}(?:${SECRET_WORD})[\\w.-]{0,100}["']?\\s{0,3}[=:]\\s{0,3})("[^"]*"|'[^']*'|[^\\s,;&|"']+)`,
  'gi',
);
/** `--password x` within a text */
const PASSED = new RegExp(
  `((?:^|\\s)--?[\\w.-]{0,100}(?:${SECRET_WORD})[\\w.-]{0,100}\\s{1,3})("[^"]*"|'[^']*'|[^\\s\\-][^\\s]*)`,
  'gi',
);
/** `user:password@` of an address */
const USER_INFO = /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#:@]{0,200}:)[^\s/?#@]{1,500}@/gi;
const BEARER = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi;
const WEB_TOKEN = /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g;
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g;
const CLOUD_KEY =
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}|\bxox[abprs]-[A-Za-z0-9-]{10,}/g;

/** Nearly no text of a manifest matches, and one pattern is faster than seven. */
const SUSPECT = new RegExp(
  `${SECRET_WORD}|://|bearer |basic |eyJ|-----BEGIN|AKIA|ASIA|gh[pousr]_|xox[abprs]-`,
  'i',
);

/** Masks what looks like a secret within a text. */
export function maskText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(PRIVATE_KEY, MASK)
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(BEARER, `$1 ${MASK}`)
    .replace(WEB_TOKEN, MASK)
    .replace(CLOUD_KEY, MASK)
    .replace(ASSIGNED, (whole, name: string, value: string) =>
      isReference(name) ? whole : `${name}${quoted(value)}`,
    )
    .replace(PASSED, (whole, name: string, value: string) =>
      isReference(name) ? whole : `${name}${quoted(value)}`,
    );
}

/** Keeps the quotes, so that the text stays readable. */
function quoted(value: string): string {
  const [quote = ''] = value;
  return quote === '"' || quote === "'" ? `${quote}${MASK}${quote}` : MASK;
}

function isReference(name: string): boolean {
  return REFERENCE_NAME.test(name.replace(/["'\s=:]+$/, ''));
}

const MAX_KNOWN_NAMES = 5000;
const knownNames = new Map<string, boolean>();

/** Whether a value under this name may be a secret. Manifests repeat the same few hundred names. */
export function isSecretName(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isSecret = SECRET_NAME.test(name) && !REFERENCE_NAME.test(name);
  if (knownNames.size < MAX_KNOWN_NAMES && name.length < 100) knownNames.set(name, isSecret);
  return isSecret;
}

/** Arguments of a command: a flag and its value may be two of them. */
export function maskArguments(list: readonly unknown[]): unknown[] {
  return list.map((argument, index) => {
    if (typeof argument !== 'string') return argument;
    const flag = list[index - 1];
    const isValue =
      typeof flag === 'string' && SECRET_FLAG.test(flag) && !isReference(flag) && !argument.startsWith('-');
    return isValue ? MASK : maskText(argument);
  });
}
