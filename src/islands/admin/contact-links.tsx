import { whatsappHref } from '#domain/contact.ts'

interface Props {
  className?: string
}

export const EmailLink = ({ email, className }: Props & { email: string }) => (
  <a className={className} href={`mailto:${email}`}>
    {email}
  </a>
)

export const PhoneLink = ({ phone, className }: Props & { phone: string }) => (
  <a className={className} href={`tel:${phone.replace(' ext ', ';ext=')}`}>
    {phone}
  </a>
)

interface WhatsappProps extends Props {
  phone: string
  name: string
  /** Staff complete and send it. */
  text: string
}

/** Not for a number with an extension, which is a landline. */
export const WhatsappLink = ({ phone, name, text, className }: WhatsappProps) =>
  phone !== '' &&
  !phone.includes('ext') && (
    <a className={className} href={whatsappHref(phone, text)} target="_blank" rel="noopener noreferrer">
      WhatsApp<span className="visually-hidden"> to {name}</span>
    </a>
  )
