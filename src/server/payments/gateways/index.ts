import type { RecordedMethod } from '#domain/payment.ts'
import { bankTransferGateway } from './bank-transfer.ts'
import { esewaGateway } from './esewa.ts'
import { esewaV1Gateway } from './esewa-v1.ts'
import { fonepayGateway } from './fonepay.ts'
import type { Gateway, GatewayContext } from './gateway.ts'
import { khaltiGateway } from './khalti.ts'
import { khaltiV1Gateway } from './khalti-v1.ts'
import { qrGateway } from './qr.ts'
import { withResponseRecording } from './response-recording.ts'
import { stripeGateway } from './stripe.ts'

export type Gateways = Readonly<Partial<Record<RecordedMethod, Gateway>>>

export function openGateways(options: GatewayContext): Gateways {
  const context = { ...options, fetch: withResponseRecording(options.fetch) }
  return {
    ...(context.esewa && { esewa: context.esewaApi === 'v1' ? esewaV1Gateway(context) : esewaGateway(context) }),
    khalti: context.khaltiApi === 'v1' ? khaltiV1Gateway(context) : khaltiGateway(context),
    ...openQrGateway(context),
    ...(context.stripe && { stripe: stripeGateway(context, context.stripe) }),
    bank_transfer: bankTransferGateway(context.bank),
  }
}

function openQrGateway(context: GatewayContext): Pick<Gateways, 'qr_payment'> {
  const { fonepay, merchantQr, bank } = context
  if (fonepay) return { qr_payment: fonepayGateway(context, fonepay) }
  return merchantQr ? { qr_payment: qrGateway({ code: merchantQr, bankName: bank.bankName }) } : {}
}
