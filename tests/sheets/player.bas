REM Plays a player in LibreOffice: follows orders from a file, one a line, its parts split by tabs. What is typed goes the way
REM that the keyboard's goes, so that LibreOffice makes of it what it makes of a player's typing.
REM Must not know croupier, nor what an order is good for.

Option Explicit
Dim oBook As Object

Sub Play
  Dim oFiles As Object, oText As Object, aOrders, sOrder As String, n As Integer
  oFiles = createUnoService("com.sun.star.ucb.SimpleFileAccess")
  oText = createUnoService("com.sun.star.io.TextInputStream")
  oText.setInputStream(oFiles.openFileRead(ConvertToURL(Environ("CROUPIER_ORDERS"))))
  oText.setEncoding("UTF-8")
  aOrders = Split(oText.readString(Array(), False), Chr(10))
  On Error Goto Failed
  For n = 0 To UBound(aOrders) - 1
    sOrder = aOrders(n)
    Follow(Split(sOrder, Chr(9)))
  Next n
  Report("done " & n)
  StarDesktop.terminate()
  Exit Sub
Failed:
  Report(sOrder & ": " & Error$)
  StarDesktop.terminate()
End Sub

Sub Follow(aOrder)
  Select Case aOrder(0)
  Case "open"
    oBook = StarDesktop.loadComponentFromURL(ConvertToURL(aOrder(1)), "_blank", 0, Array())
  Case "save"
    oBook.storeToURL(ConvertToURL(aOrder(1)), Array(Named("FilterName", "Calc MS Excel 2007 XML")))
    oBook.close(True)
  Case "type"
    Dispatch("GoToCell", "ToPoint", aOrder(1))
    Dispatch("EnterString", "StringName", aOrder(2))
  Case "paint"
    Dispatch("GoToCell", "ToPoint", aOrder(1))
    Dispatch("BackgroundColor", "BackgroundColor", CLng("&H" & aOrder(2)))
  Case "unpaint"
    Dispatch("GoToCell", "ToPoint", aOrder(1))
    Dispatch("BackgroundColor", "BackgroundColor", CLng(-1))
  Case "empty"
    Dispatch("GoToCell", "ToPoint", aOrder(1))
    Dispatch("ClearContents")
  Case "plain number"
    Dispatch("GoToCell", "ToPoint", aOrder(1))
    Dispatch("NumberFormatStandard")
  Case "merge"
    Dispatch("GoToCell", "ToPoint", aOrder(1))
    Dispatch("MergeCells")
  Case "insert row"
    Dispatch("GoToCell", "ToPoint", aOrder(1))
    Dispatch("InsertRowsBefore")
  Case "delete row"
    Dispatch("GoToCell", "ToPoint", aOrder(1))
    Dispatch("DeleteRows")
  Case "unprotect"
    oBook.Sheets.getByName(aOrder(1)).unprotect("")
  Case "unprotect all"
    oBook.unprotect("")
  Case "rename tab"
    oBook.Sheets.getByName(aOrder(1)).setName(aOrder(2))
  Case "delete tab"
    oBook.Sheets.removeByName(aOrder(1))
  Case Else
    Error(1000)
  End Select
End Sub

Sub Dispatch(sCommand As String, Optional sName As String, Optional vValue)
  Dim oDispatcher As Object, aValues
  oDispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
  If IsMissing(sName) Then aValues = Array() Else aValues = Array(Named(sName, vValue))
  oDispatcher.executeDispatch(oBook.CurrentController.Frame, ".uno:" & sCommand, "", 0, aValues)
End Sub

Function Named(sName As String, vValue)
  Dim oValue As New com.sun.star.beans.PropertyValue
  oValue.Name = sName
  oValue.Value = vValue
  Named = oValue
End Function

Sub Report(sText As String)
  Dim nFile As Integer
  nFile = FreeFile
  Open Environ("CROUPIER_ORDERS") & ".said" For Output As #nFile
  Print #nFile, sText
  Close #nFile
End Sub
