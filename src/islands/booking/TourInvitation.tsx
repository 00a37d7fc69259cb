import { WITHOUT_SERVER } from '#stores/edition.ts'

/** A fragment of this page, so that it also works before the script has loaded. */
export const TourInvitation = () => (
  <p className="soft mt-5">
    Just looking?{' '}
    <a className="link" href={WITHOUT_SERVER ? '/contact' : '#tour'}>
      Book a free tour
    </a>
  </p>
)
