/** What staff call the number that a payment has in the account. */
export function getReferenceLabel(method: string): string {
  if (method === 'card_terminal') return 'Slip number'
  return method === 'counter_qr' ? 'Transaction number' : 'Transaction in the account'
}
