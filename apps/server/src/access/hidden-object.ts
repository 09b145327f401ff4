import { AppError, type ErrorDetail } from '@gwanje/contract/definition/errors';

/** An object that exists outside the caller's groups: 8003 to the caller, a denial in the audit log. */
export class HiddenObject extends AppError {
  readonly kind: string;
  readonly id: number;

  /** `detail` must be the same as for an object that does not exist: the response reveals nothing. */
  constructor(kind: string, id: number, detail: ErrorDetail = {}) {
    super('notFound', detail);
    this.kind = kind;
    this.id = id;
  }
}
