import type { DeliveryError, DeliveryNote } from '@gwanje/contract/alarms/delivery-notes';

/** Why a message was not delivered. The note is stored with the message and contains no secret. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
  readonly kind: DeliveryError;
  readonly status: number | null;

  readonly note: DeliveryNote;

  constructor(
    kind: DeliveryError,
    message: string,
    {
      status = null,
      detail = null,
    }: { readonly status?: number | null; readonly detail?: string | null } = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.note = { why: kind, detail: detail ?? (status === null ? null : String(status)) };
  }
}
