import { type ReactNode, useEffect, useState } from 'react'
import { encodeQrCode } from '#stores/payment/qr-code.ts'

interface QrCodeProps {
  text: string
  label: string
  /** Width and margins. */
  className?: string
  /** Shown if the code could not be drawn. */
  children: ReactNode
}

/** White in dark mode too: scanners need dark modules on white. */
const CODE =
  'qr-code aspect-square max-w-full flex-none border border-line-2 bg-white fill-current text-black scheme-light'

/** Draws a QR code, dark on white in both schemes. */
export function QrCode({ text, label, className = 'w-58', children }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Awaited<ReturnType<typeof drawQrCode>> | 'missing'>()
  useEffect(() => {
    let isMounted = true
    drawQrCode(text).then(
      (code) => isMounted && setDrawing(code),
      () => isMounted && setDrawing('missing'),
    )
    return () => {
      isMounted = false
    }
  }, [text])
  if (drawing === 'missing')
    return <div className={`${CODE} ${className} grid place-items-center p-4 text-small`}>{children}</div>
  if (!drawing) return <div className={`${CODE} ${className}`} aria-hidden="true" />
  return (
    <svg
      className={`${CODE} ${className}`}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} />
    </svg>
  )
}

async function drawQrCode(text: string) {
  const { size, data } = await encodeQrCode(text)
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}
