/** The outcomes that gateways have in common besides paying, failing and cancelling. */
export function describeOutcomes(gateway: string, delayMs: number) {
  const later = 'We can check the payment only after a minute.'
  return {
    leave: { name: 'Go back without paying', text: 'The payment stays open. Return to this page to pay.' },
    late: { name: 'Pay, but slowly', text: `${gateway} confirms the payment after ${delayMs / 1_000} seconds.` },
    unknown: { name: 'Outcome unknown', text: `${gateway} does not know whether the payment worked.` },
    altered: { name: 'A different amount is paid', text: 'One rupee less than the price.' },
    silent: { name: 'Pay and never return', text: 'The payment works, but this browser stays here.' },
    outage: { name: `Pay while ${gateway} cannot be reached`, text: later },
    unreadable: { name: `Pay while ${gateway} sends an unreadable reply`, text: later },
  }
}
