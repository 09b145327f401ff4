/** held: not sent yet · summed: part of a summary · dropped: obsolete, or its webhook was deleted */
export const deliveryStates = ['waiting', 'held', 'delivered', 'summed', 'failed', 'dropped'] as const;
