import { createHmac, timingSafeEqual } from 'node:crypto';

export const RECEIPT_PATH = '/receipt/v1';

/** The address to which a relay reports what became of a message. Only the relay that got it can know the signature. */
export function receiptPath(deliveryId: string, secret: string): string {
  return `${RECEIPT_PATH}/${deliveryId}/${signatureOf(deliveryId, secret)}`;
}

export function isSignedBy(secret: string, deliveryId: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(signatureOf(deliveryId, secret)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function signatureOf(deliveryId: string, secret: string): string {
  return createHmac('sha256', secret).update(`receipt ${deliveryId}`).digest('base64url');
}
