import { Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Paisa } from '#domain/money.ts'
import { environment } from '#stores/environment.ts'
import { drawQrImage } from '#stores/payment/qr-image.ts'
import type { QrDetails } from '#stores/payment/screen.ts'
import { useObjectUrl } from './useObjectUrl.ts'

interface Props {
  image: ReturnType<typeof useQrCodeImage>
  isSmall: boolean
}

/** The code as an image, for banking apps that scan from the gallery. */
export function SaveQrCode({ image: { file, url }, isSmall }: Props) {
  if (file === null) return null
  return (
    <p className="button-row">
      <a
        className={`button button-quiet ${isSmall ? 'button-small' : ''}`}
        href={url}
        download={file?.name}
        aria-disabled={!url || undefined}
      >
        <Download className="icon" />
        Save the code
      </a>
      {file && environment().canShare({ files: [file] }) && (
        <button
          type="button"
          className={`button button-quiet ${isSmall ? 'button-small' : ''}`}
          onClick={() => environment().share({ files: [file] })}
        >
          <Share2 className="icon" />
          Share
        </button>
      )}
    </p>
  )
}

/** Drawn before the click, because browsers open the share sheet only directly after one. */
export function useQrCodeImage(amount: Paisa, details: QrDetails) {
  /** `undefined` while it is drawn, `null` if it cannot be drawn. */
  const [file, setFile] = useState<File | null>()
  const url = useObjectUrl(file ?? undefined)
  const { code, accountName, bankName, reference } = details
  // Not on new details: a restarted countdown leaves the code unchanged.
  useEffect(() => {
    let isMounted = true
    drawQrImage(amount, details).then(
      (image) => isMounted && setFile(image),
      () => isMounted && setFile(null),
    )
    return () => {
      isMounted = false
    }
  }, [amount, code, accountName, bankName, reference])
  return { file, url }
}
