import type { DeliveryFault } from '@gwanje/contract/alarms/webhooks';

/** Why a message was not delivered. The text is stored with the delivery and contains no secret. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
  readonly kind: DeliveryFault;
  readonly status: number | null;

  constructor(kind: DeliveryFault, message: string, status: number | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}
