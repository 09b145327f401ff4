import type { DeliveryError } from '@gwanje/contract/alarms/webhooks';

/** Why a message was not delivered. The text is stored with the delivery and contains no secret. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
  readonly kind: DeliveryError;
  readonly status: number | null;

  constructor(kind: DeliveryError, message: string, status: number | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}
