import { useEffect, useState } from 'react'

/** An address of the file for this page alone, as long as it is shown. */
export function useObjectUrl(file: File | undefined): string | undefined {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    setShown(address)
    return () => {
      setShown(undefined)
      URL.revokeObjectURL(address)
    }
  }, [file])
  return shown
}
