/** Low fields, for forms in a drawer or a dialog. */
export const COMPACT_FIELDS =
  'inputs:min-h-11 inputs:px-2.5 inputs:text-small written-dates:pl-2.75 textareas:min-h-21 textareas:px-2.5 textareas:py-2 textareas:text-small'
