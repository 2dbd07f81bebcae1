export type ToastAction = { label: string; onPress: () => void }

export type ToastMessage = { type: 'notify' | 'warn'; message: string; action?: ToastAction | undefined }
