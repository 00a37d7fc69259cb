export const EmailLink = ({ email }: { email: string }) => <a href={`mailto:${email}`}>{email}</a>

export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(' ext ', ';ext=')}`}>{phone}</a>
)
