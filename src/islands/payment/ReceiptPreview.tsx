import { QuietButton } from '#islands/ui/buttons.tsx'
import { useObjectUrl } from './useObjectUrl.ts'

export const RECEIPT_FRAME = 'flex min-h-33 gap-5 border border-dashed bg-paper-sunk p-4 wrap-anywhere max-400:gap-3.5'

interface Props {
  file: File
  /** Absent while the file is being sent. */
  onRemove: (() => void) | undefined
}

export function ReceiptPreview({ file, onRemove }: Props) {
  const preview = useObjectUrl(file)
  return (
    <div className={`${RECEIPT_FRAME} items-start border-line-3`}>
      {preview && (
        <img
          className="max-h-50 w-28 bg-white object-contain max-400:w-18"
          src={preview}
          alt="The receipt that you chose"
        />
      )}
      <div className="grid min-w-0 justify-items-start gap-2">
        <p>
          <b>{file.name}</b>
        </p>
        <p className="hint num">{formatFileSize(file)}</p>
        {onRemove && (
          <QuietButton className="button button-quiet button-small whitespace-nowrap" onClick={onRemove}>
            Remove
          </QuietButton>
        )}
      </div>
    </div>
  )
}

const formatFileSize = ({ size }: File): string =>
  size < 1_048_576 ? `${Math.ceil(size / 1_024)} KB` : `${(size / 1_048_576).toFixed(1)} MB`
