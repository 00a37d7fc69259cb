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
