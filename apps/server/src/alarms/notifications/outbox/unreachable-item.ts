/** Item key of the alarm about a receiver that cannot be reached: this prefix and the webhook's id. */
export const UNREACHABLE_ITEM = 'notify.';
