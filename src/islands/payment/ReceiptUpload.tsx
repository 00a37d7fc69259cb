import { useStore } from '@nanostores/react'
import { Check, CircleAlert, Upload as UploadMark } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { npr } from '#domain/money.ts'
import {
  $upload,
  chooseAnew,
  chooseFile,
  type Expected,
  leaveToStaff,
  removeFile,
  sendReceipt,
  type Upload,
} from '#stores/payment/receipt-upload.ts'
import './qr.css'

interface Props {
  expected: Expected
  /** The other way out, beside the button that sends. */
  children?: ReactNode
}

/** Chooses a picture, shows it, sends it, and says what became of it (spec §2, §4 "QR panel"). */
export function ReceiptUpload({ expected, children }: Props) {
  const upload = useStore($upload)
  switch (upload.state) {
    case 'pending':
      return (
        <>
          <Chooser upload={upload} />
          <p className="payment-ways">
            <button type="button" className="button" disabled={!upload.file} onClick={() => void sendReceipt(expected)}>
              Verify Payment
            </button>
            {children}
          </p>
        </>
      )
    case 'uploading':
      return <Busy heading="Uploading" text={described(upload.file)} />
    case 'verifying':
      return (
        <Busy heading="Verifying" text="Reading the amount, date and transaction ID.">
          <progress className="receipt-progress" max={1} value={upload.progress ?? 0} aria-label="Read so far" />
        </Busy>
      )
    case 'success':
      return (
        <section className="panel-mini panel-good" role="status">
          <span className="tag tag-ok">
            <Check className="icon" />
            Receipt received
          </span>
          <h3 className="num">{npr(expected.amount)}</h3>
          {upload.reading?.transactionId && <p className="num">Transaction ID {upload.reading.transactionId}</p>}
          <p>Our staff look for the money in the account and confirm your booking.</p>
        </section>
      )
    case 'failed':
      return (
        <Failed upload={upload}>
          {upload.sent ? (
            <button type="button" className="button button-quiet" onClick={() => leaveToStaff(expected)}>
              Leave it to our staff
            </button>
          ) : (
            children
          )}
        </Failed>
      )
  }
}

function Chooser({ upload: { file, fileProblem } }: { upload: Upload }) {
  const preview = usePreview(file)
  return (
    <div className={`field ${fileProblem ? 'field-bad' : ''}`}>
      {file ? (
        <div className="receipt-drop">
          {preview && <img src={preview} alt="The receipt that you chose" />}
          <div>
            <p>
              <b>{file.name}</b>
            </p>
            <p className="hint num">{sizeOf(file)}</p>
            <button type="button" className="button button-quiet button-small" onClick={removeFile}>
              Remove
            </button>
          </div>
        </div>
      ) : (
        <label className="receipt-drop receipt-choose">
          <UploadMark className="icon" />
          <span>Choose the screenshot of your receipt</span>
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby="receipt-rules"
            aria-invalid={fileProblem ? true : undefined}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen) chooseFile(chosen)
              target.value = ''
            }}
          />
        </label>
      )}
      <p className="hint" id="receipt-rules">
        A PNG, JPEG or WebP image of at most 5 MB. Show the full screen, with amount, date and transaction ID.
      </p>
      <div role="alert">
        {fileProblem && (
          <p className="error">
            <CircleAlert className="icon" />
            {fileProblem}
          </p>
        )}
      </div>
    </div>
  )
}

function Busy({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <section className="panel-mini">
      <span className="spinner" aria-hidden="true" />
      <div role="status">
        <h3>{heading}</h3>
        <p>{text}</p>
      </div>
      {children}
    </section>
  )
}

/** A receipt that was sent is with staff, whatever could be read on it. */
function Failed({ upload: { problem, sent }, children }: { upload: Upload; children: ReactNode }) {
  return (
    <>
      <div className="note note-bad" role="alert">
        <CircleAlert className="icon" />
        <div>
          <p>
            <b>Verification failed</b>
          </p>
          <p>{problem?.text}</p>
          {problem?.rules.map((rule) => (
            <p key={rule}>{rule}</p>
          ))}
          <p>Use a clear screenshot with complete details.</p>
          {sent && <p>Our staff have this receipt and will look at it: you need not send another.</p>}
        </div>
      </div>
      <p className="payment-ways">
        <button type="button" className="button" onClick={chooseAnew}>
          Try Again
        </button>
        {children}
      </p>
    </>
  )
}

/** The file as an address that only this page knows, as long as it is shown. */
function usePreview(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => {
      setPreview(undefined)
      URL.revokeObjectURL(address)
    }
  }, [file])
  return preview
}

const described = (file: File | undefined): string => (file ? `${file.name}, ${sizeOf(file)}` : '')
const sizeOf = ({ size }: File): string =>
  size < 1_048_576 ? `${Math.ceil(size / 1_024)} KB` : `${(size / 1_048_576).toFixed(1)} MB`
