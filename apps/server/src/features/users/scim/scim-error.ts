import type { AppError } from '@gwanje/contract/definition/errors';

export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The reasons of RFC 7644 that the server gives for a refused request. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'uniqueness';

/** A refusal in the terms of SCIM. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export function scimErrorBody({ status, scimType, message }: ScimError) {
  return {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType && { scimType }),
    detail: message,
  };
}

/** An error of the console's rules in the terms of SCIM. */
export function toScimError({ errorName, spec, detail }: AppError): ScimError {
  const reason = [detail.field, detail.reason].filter((text) => text !== undefined).join(': ');
  const text = reason === '' ? spec.message : `${spec.message} (${reason})`;
  return new ScimError(spec.status, scimTypeOf(errorName, detail.reason), text);
}

function scimTypeOf(errorName: AppError['errorName'], reason: string | undefined): ScimType | undefined {
  switch (errorName) {
    case 'conflict':
      return 'uniqueness';
    case 'missingParameter':
      return 'invalidValue';
    case 'invalidParameter':
      return reason === 'malformed request' ? 'invalidSyntax' : 'invalidValue';
    default:
      return undefined;
  }
}
