import { AppError, type ErrorDetail } from '@gwanje/contract/errors';

/** An object that exists outside the caller's groups: 8003 to the caller, a denial in the audit log. */
export class HiddenObject extends AppError {
  readonly kind: string;
  readonly id: number;

  /** `detail` must be what an object that does not exist would get: the answer tells nothing. */
  constructor(kind: string, id: number, detail: ErrorDetail = {}) {
    super('notFound', detail);
    this.kind = kind;
    this.id = id;
  }
}
