import { Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Paisa } from '#domain/money.ts'
import { environment } from '#stores/environment.ts'
import { drawQrImage } from '#stores/payment/qr-image.ts'
import type { QrDetails } from '#stores/payment/screen.ts'
import { useObjectUrl } from './useObjectUrl.ts'

interface QrCodeImage {
  /** `undefined` while it is drawn, `null` where it cannot be. */
  file: File | null | undefined
  address: string | undefined
}

interface Props {
  image: QrCodeImage
  /** Saving is the first step, on a screen that its own camera cannot scan. */
  first: boolean
}

/** The code as an image, for banking apps that scan from the gallery. */
export function SaveQrCode({ image: { file, address }, first }: Props) {
  if (file === null) return null
  return (
    <p className="qr-save">
      <a
        className={`button ${first ? '' : 'button-quiet button-small'}`}
        href={address}
        download={file?.name}
        aria-disabled={!address || undefined}
      >
        <Download className="icon" />
        Save the code
      </a>
      {file && environment().canShare(file) && (
        <button
          type="button"
          className={`button button-quiet ${first ? '' : 'button-small'}`}
          onClick={() => environment().share(file)}
        >
          <Share2 className="icon" />
          Share
        </button>
      )}
    </p>
  )
}

/** Drawn ahead of the click: a browser opens its sheet to share right after one, or not at all. */
export function useQrCodeImage(amount: Paisa, details: QrDetails): QrCodeImage {
  const [file, setFile] = useState<File | null>()
  const address = useObjectUrl(file ?? undefined)
  const { code, accountName, bankName, reference } = details
  // Not on new details: a restarted countdown leaves the code as it is.
  useEffect(() => {
    let current = true
    drawQrImage(amount, details).then(
      (drawn) => current && setFile(drawn),
      () => current && setFile(null),
    )
    return () => {
      current = false
    }
  }, [amount, code, accountName, bankName, reference])
  return { file, address }
}
